#include "app/files.h"

namespace drover {

Failure write_whole_file(const std::string& path, std::string_view text) {
  OutputFile file;
  Failure failure = prepare_folder(path);
  if (!failure) failure = file.open(path);
  if (!failure) failure = file.write(text);
  if (!failure) failure = file.commit();
  return failure;
}

}  // namespace drover
