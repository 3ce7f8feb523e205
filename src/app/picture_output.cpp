#include "app/picture_output.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "observe/record/json_file.h"

namespace drover {

Failure open_picture(const std::string& path, OutputFile& file) {
  Failure failure = prepare_folder(path);
  return failure ? failure : file.open(path);
}

ExitCode write_picture(OutputFile& file, const std::string& text, const Console& console, ExitCode code) {
  const bool is_complete = code == ExitCode::ok;
  Failure failure = file.write(text);
  if (!failure) failure = is_complete ? file.commit() : file.keep_incomplete();
  if (failure) {
    if (file.path() == "-" && Console::is_unread()) return ExitCode::unread;
    return refuse(*failure, ExitCode::bad_output, console);
  }
  if (console.json() && file.path() != "-")
    return print_result(
        console, pretty({{"ok", is_complete}, {"wrote", {published_path(file.path(), is_complete)}}}), code);
  if (file.path() != "-") console.info(fmt::format("wrote {}", published_path(file.path(), is_complete)));
  return code;
}

}  // namespace drover
