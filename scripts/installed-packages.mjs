/**
 * Whether what npm says it has installed (`node_modules/.package-lock.json`, written at the end of an installation) is what
 * the lock file names for this system: then an `npm ci` by hand was enough, and nothing is installed again.
 */
export function hasPackagesOf(lock, installed, { platform, arch } = process) {
  const isForHere = ({ os, cpu, libc }) =>
    os?.includes(platform) === true &&
    cpu?.includes(arch) === true &&
    (libc === undefined || libc.includes('glibc'))
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed.packages[path]
    if (found === undefined) return wanted.optional === true && !isForHere(wanted)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}
