# Writes the list of tests of one program for ctest. A suite is a test: the program starts once for all its cases, and
# where there are many once for each part of them. Run when the program has been built, with
#   PROGRAM  its path        FILE     the list to write
#   RESULTS  the folder for the results of the cases, as gtest writes them
#   CASES    most cases of a part               TIMEOUT  of a part [s]

execute_process(COMMAND ${PROGRAM} --gtest_list_tests
  OUTPUT_VARIABLE listing RESULT_VARIABLE status TIMEOUT 60)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests ended with ${status}:\n${listing}")
endif()
get_filename_component(program ${PROGRAM} NAME)
set(text "")

macro(add_suite)
  math(EXPR parts "(${cases} + ${CASES} - 1) / ${CASES}")
  foreach(part RANGE 1 ${parts})
    set(name "${suite}")
    if(parts GREATER 1)
      string(APPEND name " ${part} of ${parts}")
    endif()
    string(MAKE_C_IDENTIFIER "${program} ${name}" file)
    math(EXPR index "${part} - 1")
    string(APPEND text "add_test([==[${name}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${suite}.*]==] "
      "[==[--gtest_output=json:${RESULTS}/${file}.json]==])\n"
      "set_tests_properties([==[${name}]==] PROPERTIES TIMEOUT ${TIMEOUT} "
      "ENVIRONMENT \"GTEST_TOTAL_SHARDS=${parts};GTEST_SHARD_INDEX=${index}\")\n")
  endforeach()
endmacro()

# The names of suites begin a line and end with a dot, those of their cases follow two spaces; comments tell parameters.
string(REGEX REPLACE "[ ]*#[^\n]*" "" listing "${listing}")
string(REGEX MATCHALL "[^\n]+" lines "${listing}")
set(cases 0)
foreach(line IN LISTS lines)
  if(line MATCHES "^  ")
    math(EXPR cases "${cases} + 1")
  elseif(line MATCHES "^([^ ]+)\\.$")
    set(next "${CMAKE_MATCH_1}")
    if(cases GREATER 0)
      add_suite()
    endif()
    set(suite "${next}")
    set(cases 0)
  endif()
endforeach()
if(cases GREATER 0)
  add_suite()
endif()
file(WRITE ${FILE} "${text}")
