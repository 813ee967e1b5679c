/** What a program under test gets of the tests' own settings: none that it reads, but the folder of compiled sources. */
export const childEnvironment = {
  PATH: process.env['PATH'] ?? '',
  ...(process.env['NODE_COMPILE_CACHE'] && {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  }),
}
