/** Whether a release is strictly newer than another; the same one is not. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split('.').map(Number))
  const at = [0, 1, 2].find((n) => a![n] !== b![n])
  return at !== undefined && a![at]! > b![at]!
}
