# What `cmake --install` puts where, and the Debian package that `cpack` makes of it:
#
#   cmake --preset release && ninja -C build/release drover
#   cmake --install build/release --prefix ~/.local        # or, as a package:
#   (cd build/release && cpack) && sudo apt install ./build/release/drover.deb
include(GNUInstallDirs)
# Only the program is installed; tests need not be built for that.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

install(TARGETS drover RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# The program prints these texts itself, from the tables that parse its command line.
set(printed ${CMAKE_BINARY_DIR}/printed)
install(CODE "
  file(MAKE_DIRECTORY ${printed})
  foreach(shell bash zsh fish)
    execute_process(COMMAND $<TARGET_FILE:drover> completion \${shell}
      OUTPUT_FILE ${printed}/drover.\${shell} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  execute_process(COMMAND $<TARGET_FILE:drover> man COMMAND gzip -9n
    OUTPUT_FILE ${printed}/drover.1.gz COMMAND_ERROR_IS_FATAL ANY)")
install(FILES ${printed}/drover.bash RENAME drover
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${printed}/drover.zsh RENAME _drover DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${printed}/drover.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${printed}/drover.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES schemas/scenario.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/drover)
install(DIRECTORY scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/drover/scenarios
  FILES_MATCHING PATTERN *.json)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME drover)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_CONTACT "The developers of drover <maintainers@drover.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME drover.deb)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# The packages that the libraries of the program come from.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded when a file of their format is written.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libhdf5-103-1, libsqlite3-0, libzip4")
include(CPack)
