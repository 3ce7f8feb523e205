// The long texts of the command line's help.
#pragma once

namespace drover::cli_texts {

inline constexpr const char* kProgram =
    "drover simulates steering behaviors: headless, deterministic, from JSON to traces and metrics.\n"
    "\n"
    "Examples:\n"
    "  drover init first                                     write a small scenario to start from\n"
    "  drover run first/scenario.jsonc -o first/out          simulate it; write trace and metrics\n"
    "  drover render first/scenario.jsonc -o first/run.svg   draw what happened\n";

inline constexpr const char* kProgramFooter =
    "Exit status: 0 success, 1 an expectation or comparison says no, 2 wrong usage, 3 bad input, 4 a run "
    "failed, 5 "
    "nothing selected, 6 output could not be written, 70 a bug in drover, 130/143 interrupted, 141 nobody "
    "reads the "
    "output.\n"
    "`drover COMMAND --help` has examples for each command.";

inline constexpr const char* kRun =
    "Examples:\n"
    "  drover run scenario.jsonc -o out                       out/trace.csv and out/metrics.json\n"
    "  drover run scenario.jsonc -o out --replay out/run.html also a page that plays the run in a browser\n"
    "  drover run scenario.jsonc --set agents.0.count=50 --seed 3 --metrics -\n"
    "  drover run scenario.jsonc --trace - --trace-every 10 --columns step,agent,x,y > positions.csv\n"
    "  drover run scenario.jsonc --trace crowd.csv.zst        compressed; .h5, .sqlite, ...: drover list "
    "formats\n"
    "  drover run archery.jsonc --trace t.csv                 projectiles and balls: t.projectiles.csv\n"
    "  drover run scenario.jsonc --save-at 5 at5.snapshot     the state after 5 s, to go on from\n"
    "  drover run --resume at5.snapshot --steps 2000 -o out   the same bits as in one run\n";

inline constexpr const char* kValidate =
    "Examples:\n"
    "  drover validate scenario.jsonc\n"
    "  drover validate scenarios/demos/*.json --json\n"
    "  drover validate --resolved scenario.jsonc\n";

inline constexpr const char* kRender =
    "Examples:\n"
    "  drover render scenario.jsonc -o trails.svg       run the scenario and draw it\n"
    "  drover render scenario.jsonc -o run.html         the run as a page that plays it in a browser\n"
    "  drover render out/trace.csv -o trails.svg        draw a trace that was written before\n"
    "  drover render results_of_batch -o sheet.html     runs of a batch side by side\n"
    "  drover render scenario.jsonc -o run.html --record aims,contributions --agents fox,7\n"
    "  drover render scenario.jsonc --steps 500 -o -    the first steps, to standard output\n"
    "  drover render scenario.jsonc --show trails,aims --agents fox,7    what two agents steer to and "
    "probe\n"
    "  drover render scenario.jsonc --show trails,formations             where slots are at the end\n"
    "  drover render scenario.jsonc --show grid,field,contours           the flow field that leads agents\n"
    "  drover render scenario.jsonc --steps 100 --show trails,ways       the ways that are planned after 100 "
    "steps\n"
    "  drover render scenario.jsonc --show grid,expanded --agents fox    how its search for a way goes\n"
    "  drover render flight.jsonc --view isometric      a world with heights\n"
    "  drover render study/flocks -o sheet.svg          the runs of a batch side by side\n"
    "  drover render crowd.jsonc --show density,labels --from 20         where it is dense after 20 s\n"
    "  drover render scenario.jsonc --to 12 --tail 2    where agents are after 12 s, and their last 2 s\n";

inline constexpr const char* kExport =
    "Examples:\n"
    "  drover export out/trace.csv -o crowd.h5               for PedPy, from a trace\n"
    "  drover export scenario.jsonc -o crowd.sqlite --fps 10 run the scenario; a database as JuPedSim writes "
    "it\n"
    "  drover export out/trace.csv -o crowd.txt --format eth_ucy --fps 2.5 --digits 2\n"
    "  drover export out/trace.csv -o part.csv.zst --with run_id,seed --digits 4    to join with other runs\n"
    "  drover export out/trace.csv -o crowd.npz --columns vx,vy --positions wrapped\n"
    "\n"
    "The format follows the longest ending that one has; .txt alone is that of several, so --format is "
    "needed. A file "
    "FILE gets a neighbor FILE.meta.json, as a trace does; projectiles have a table beside it (FILE as "
    "x.csv: "
    "x.projectiles.csv) or in it. Frames are the states at multiples of the stride; what a format cannot "
    "hold "
    "is named in a warning.";

inline constexpr const char* kCheck =
    "Examples:\n"
    "  drover check scenarios --golden golden --update new    accept what has no golden yet\n"
    "  drover check scenarios --golden golden -j 2            compare; what differs waits as *.new\n"
    "  drover golden accept --golden golden --reason \"...\" --all\n"
    "  drover check scenarios --golden golden --reference ./drover-before    name what moved first\n"
    "  drover check scenarios --golden golden --junit report.xml --github    in CI\n"
    "  drover check scenarios --golden golden --html report.html             plays what differs\n"
    "\n"
    "Goldens are compared bit for bit unless they name tolerances. With the variable CI set, nothing is "
    "written and goldens whose scenario is gone or was passed over fail. Files of strangers: --strict, "
    "--timeout, --max-memory, --max-output and --root.";

inline constexpr const char* kGolden =
    "Examples:\n"
    "  drover golden status --golden golden\n"
    "  drover golden diff --golden golden hide             what would change\n"
    "  drover golden accept --golden golden --reason \"slower turns, see the changelog\" hide\n"
    "  drover golden reject --golden golden --all\n"
    "  drover golden prune --golden golden                 remove goldens whose scenario is gone\n"
    "\n"
    "A NAME is the path of a golden or of its scenario, or a part of one.";

inline constexpr const char* kHash =
    "Examples:\n"
    "  drover hash scenario.jsonc               of the last state: equal for equal runs, on every machine\n"
    "  drover hash scenario.jsonc --every 1     step and hash of every state, to compare with another "
    "program\n"
    "  drover hash at5.snapshot                 of the state a snapshot holds\n";

inline constexpr const char* kDiff =
    "Examples:\n"
    "  drover diff before/trace.csv after/trace.csv        the first step, agent and column that differ\n"
    "  drover diff before after                            the traces and the metrics of two runs\n"
    "  drover diff before after -o diff.html               both in one page, from where they part\n"
    "  drover diff a.snapshot b.snapshot                   every number of two saved states\n"
    "  drover diff a.csv b.jsonl --abs 1e-9 --horizon 500  the first 500 steps, to a nanometer\n"
    "  drover diff before after --tolerance heading=0.01 --tolerance 'path_progress.*=0,1e-6'\n"
    "\n"
    "Two numbers agree when |B - A| <= ABS + REL * |A|. What only one of the two recorded (a column, a file) "
    "is named and not compared; a row or a metric that one lacks is a difference.\n"
    "Exit status: 0 the same, or within tolerance; 1 they differ; 3 one of them cannot be read.";

inline constexpr const char* kBatch =
    "Examples:\n"
    "  drover batch scenario.json --over agents.0.count=10:100:10 --seeds 20 -o out\n"
    "  drover batch scenario.json --over world.bounds.edge=wrap,reflect --dry-run\n"
    "  drover batch scenario.json --range agents.0.count=10:100:whole --sample sobol --samples 64 -o out\n"
    "  drover batch scenario.json --over agents.0.count=10,20 --print-plan > plan.json\n"
    "  drover batch plan.json -o out                          begin, or go on: only what is missing is run\n"
    "  drover batch plan.json -o out --shard 2/8              the second of eight parts, on any machine\n"
    "  drover batch plan.json -o out --shard auto             the part of this task of Slurm, Open MPI or "
    "Kubernetes\n"
    "\n"
    "VALUES is a list such as 1,2,5 or wrap,reflect, or FIRST:LAST:STEP. RANGE is MIN:MAX, MIN:MAX:whole or "
    "MIN:MAX:log. SEEDS is how many replications there are, or which seeds they have: 1..20 or 1,5,9. Every "
    "run "
    "has a folder in out/runs; a run that failed is in out/failed with the command that repeats it. Results "
    "that "
    "stand there count when they are of this plan and drover; in a folder from somebody else they may still "
    "be "
    "made up: --fresh.\n"
    "Exit status: 0 all runs are complete, 1 an expectation is not met, 3 the plan is wrong, 4 a run failed, "
    "6 "
    "results could not be written.";

inline constexpr const char* kCollect =
    "Examples:\n"
    "  drover collect out                                     out/results.csv: a row for every run\n"
    "  drover collect out --summary summary.csv               means and intervals of every point\n"
    "  drover collect out --metrics speed.mean --plot speed.svg --over agents.0.count\n"
    "  drover collect out --metrics flow.mean --plot flow.svg --over density.mean     a metric over another\n"
    "  drover collect out --summary - --half-width 5%         and how many replications that takes\n"
    "  drover collect before --against after --compare -      differences, seed by seed\n"
    "  drover collect out --baseline agents.0.count=10 --compare -    of all other points to these\n"
    "\n"
    "Tables end in .csv, .json, .sqlite or .db; - is CSV to standard output. Intervals are those of the "
    "mean, by "
    "Student's t distribution.\n"
    "Exit status: 0 all runs are complete, 1 some failed or are missing, or expectations are not met.";

inline constexpr const char* kDataset =
    "Examples:\n"
    "  drover dataset scenario.json --seeds 50 -o walkers --licence CC0-1.0\n"
    "  drover dataset plan.json -o walkers --licence CC0-1.0        run the plan, make the dataset\n"
    "  drover dataset out -o scenes --licence CC0-1.0 --format trajnet --fps 2.5 --digits 3\n"
    "  drover dataset out -o walkers --licence CC-BY-4.0 --author \"A. Writer\" --split 70,15,15\n"
    "\n"
    "The runs have traces as CSV (the plan says \"trace\": \"trace.csv\"). A plan is run into a folder "
    "beside the "
    "dataset, whose name ends in .batch: when it is interrupted the same command goes on. Runs that share a "
    "seed are in "
    "one of train, val and test, and so are equal random numbers; the points of a scenario's options have "
    "seeds of their "
    "own. Readers of trajnet and eth_ucy take frames to be 0.4 s apart: --fps 2.5.";

inline constexpr const char* kSearch =
    "Examples:\n"
    "  drover search scenario.json --range agents.0.count=10:100:whole --sample sobol --samples 32 -o found\n"
    "  drover search plan.json --largest collisions.agent_agent -o found\n"
    "\n"
    "Without --largest and --smallest it looks for a run that breaks an expectation of the scenario. All "
    "points of the "
    "plan are run, then a local search goes on from the best of them, and what is found is shrunk to numbers "
    "of few "
    "digits. found/found.scenario.json shows it; the folder is one of a batch: the same command goes on, and "
    "drover "
    "collect reads it.\n"
    "Exit status: 0 no expectation is broken, or the best value was found; 1 a run breaks an expectation.";

inline constexpr const char* kList =
    "Examples:\n  drover list\n  drover list behaviors\n  drover list columns --json\n  drover list types\n";
inline constexpr const char* kExplain =
    "Examples:\n  drover explain arrive\n  drover explain scenario\n  drover explain "
    "agent_type.max_speed\n  drover explain expression\n  drover explain drover:walker\n"
    "  drover explain car --picture car.svg\n";
inline constexpr const char* kSchema =
    "Examples:\n  drover schema > scenario.schema.json\n  drover schema plan\n  drover schema --write "
    "schemas\n";
inline constexpr const char* kInit =
    "Examples:\n"
    "  drover init first                                      a flock in a yard\n"
    "  drover init hall --template room                       another kind of world\n"
    "  drover init --list                                     what there is\n";
inline constexpr const char* kCompletion =
    "Examples:\n"
    "  source <(drover completion bash)                       for this shell\n"
    "  drover completion zsh > ~/.zfunc/_drover               for a folder of $fpath\n"
    "  drover completion fish > ~/.config/fish/completions/drover.fish\n";
inline constexpr const char* kMan = "Examples:\n  drover man | man -l -\n  drover man > drover.1\n";
inline constexpr const char* kHelp =
    "Examples:\n  drover help\n  drover help run\n  drover help golden accept\n";
inline constexpr const char* kVersion = "Examples:\n  drover version\n  drover version --json\n";

}  // namespace drover::cli_texts
