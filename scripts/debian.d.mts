/** Something of the system that is missing, and the Debian packages that hold it. */
export interface SystemNeed {
  readonly what: string
  readonly why?: string
  readonly packages: readonly string[]
}

/** What `spawnSync` answers, or a program's end told in the same shape. */
export interface ProgramEnd {
  readonly error?: Error | undefined
  readonly status: number | null
  readonly signal?: NodeJS.Signals | null
  readonly stdout?: string | Buffer | null
  readonly stderr?: string | Buffer | null
}

interface InstallRules<Need extends SystemNeed> {
  /** Whether a need is met after the installation. */
  isThere?(need: Need): boolean
  /** Words before `apt-get`, undefined where this user may not install. */
  mayInstall?(): readonly string[] | undefined
}

export function missingLibraries(words: string): string[]
export function libraryNeed(library: string): SystemNeed
export function libraryNeeds(program: string, modules: string): SystemNeed[]
export function installOrName<Need extends SystemNeed>(
  needs: readonly Need[],
  rules?: InstallRules<Need>,
): void
export function describeNeeds(needs: readonly SystemNeed[]): string
export function installCommand(packages: readonly string[]): string
export function describeFailure(name: string, end: ProgramEnd): string
