/** A scale whose weights somebody of this process wants. */
export interface WatchedScale {
  readonly companyId: string
  readonly siteId: string
  readonly deviceId: string
}

/** As much of an agent's link as is asked for weights. */
interface WeightSource extends Pick<WatchedScale, 'companyId' | 'siteId'> {
  watch(deviceId: string): Promise<boolean>
  unwatch(deviceId: string): void
}

interface Watch {
  readonly scale: WatchedScale
  /** Settled once the weights come, and what came before them is known. */
  ready: Promise<void>
  until: number
}

/** How long weights come after the last question about them; a screen that listens keeps them. */
const KEPT_MS = 15_000
const ROUND_MS = 5000

/**
 * The scales whose weights another process sends here: those alone that a screen or a call of this process watches, so that weights do not
 * multiply by processes (decisions/0033).
 */
export function watchedScales(
  linkOf: (companyId: string, siteId: string) => WeightSource | undefined,
  isHeard: (deviceId: string) => boolean,
) {
  const watched = new Map<string, Watch>()
  let round: NodeJS.Timeout | undefined

  const begin = async ({ deviceId }: WatchedScale, link: WeightSource | undefined) => {
    const came = (await link?.watch(deviceId)) ?? true
    // The next question asks again.
    if (!came) watched.delete(deviceId)
  }
  const endUnused = () => {
    for (const [deviceId, { scale, until }] of watched) {
      if (until > performance.now() || isHeard(deviceId)) continue
      watched.delete(deviceId)
      linkOf(scale.companyId, scale.siteId)?.unwatch(deviceId)
    }
    if (watched.size > 0) return
    clearInterval(round)
    round = undefined
  }
  return {
    watch(scale: WatchedScale): Promise<void> {
      const until = performance.now() + KEPT_MS
      const known = watched.get(scale.deviceId)
      if (known) {
        known.until = until
        return known.ready
      }
      const added = { scale, until, ready: Promise.resolve() }
      watched.set(scale.deviceId, added)
      round ??= setInterval(endUnused, ROUND_MS).unref()
      return (added.ready = begin(scale, linkOf(scale.companyId, scale.siteId)))
    },
    /** A link that came, maybe in another process than the last one, is asked for what is watched of its site. */
    followLink(link: WeightSource): void {
      for (const watch of watched.values()) {
        const { companyId, siteId } = watch.scale
        if (companyId === link.companyId && siteId === link.siteId)
          watch.ready = begin(watch.scale, link)
      }
    },
  }
}
