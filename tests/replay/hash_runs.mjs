// Prints the SHA-256 of the runs of a page, inflated, so that it does not depend on the version of zlib.
// Usage: node hash_runs.mjs PAGE.html

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const hash = createHash('sha256');
for (const [, text] of readFileSync(process.argv[2], 'utf8').matchAll(/class="run">([^<]*)</g))
  hash.update(inflateRawSync(Buffer.from(text, 'base64')));
console.log(hash.digest('hex'));
