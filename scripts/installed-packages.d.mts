interface Packages {
  packages: Readonly<
    Record<
      string,
      | {
          version?: string
          integrity?: string
          optional?: boolean
          os?: readonly string[]
          cpu?: readonly string[]
          libc?: readonly string[]
        }
      | undefined
    >
  >
}

export function hasPackagesOf(
  lock: Packages,
  installed: Packages,
  system?: { platform: NodeJS.Platform; arch: NodeJS.Architecture },
): boolean
