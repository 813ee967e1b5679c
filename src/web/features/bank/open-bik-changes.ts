import type { BikLoad } from '#contract/bik-directory.ts'

/** What the last directories changed, the newest first. */
export async function openBikChanges(loads: readonly BikLoad[]): Promise<void> {
  const { showBikChanges } = await import('./bik-changes.tsx')
  return showBikChanges(loads)
}
