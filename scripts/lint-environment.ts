import path from 'node:path'

/** The linter looks for its second program among links that the installation does not make, or where this says. */
export const lintEnvironment: NodeJS.ProcessEnv = {
  ...process.env,
  OXLINT_TSGOLINT_PATH: path.resolve(
    import.meta.dirname,
    '../node_modules/oxlint-tsgolint/bin/tsgolint.js',
  ),
}
