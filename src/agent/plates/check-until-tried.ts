import type { watchPlates } from './watch-plates.ts'

/** The cameras of the site stand by then, and a yard that starts shows no lost device for longer. */
const FIRST_MS = 1000
/** As often as a camera itself is asked (domain.md 3.17). */
const AGAIN_MS = 10_000

/**
 * Before the first vehicle nobody asks for a plate, so a reader that works would stand there as lost: its camera is
 * asked until it answers. Gives the end of that.
 */
export function checkUntilTried(
  watch: Pick<ReturnType<typeof watchPlates>, 'check'>,
  { firstMs, againMs } = { firstMs: FIRST_MS, againMs: AGAIN_MS },
): () => void {
  const first = setTimeout(watch.check, firstMs)
  const again = setInterval(watch.check, againMs)
  return () => {
    clearTimeout(first)
    clearInterval(again)
  }
}
