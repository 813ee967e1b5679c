/** The facts that decide the lamp and the barrier of a post. */
export interface RelayFacts {
  linkUp: boolean
  /** Undefined = the scale is silent, so its load is unknown. */
  standing: { present: boolean; captured: boolean } | undefined
  loop: boolean | null
  /** What a person commanded within the last minute. */
  lamp: 'red' | 'green' | undefined
  barrier: boolean | undefined
  barrierOpen: boolean
}

/** How the relays have to stand (devices.md 8); `why` is the reason of a change by the rule itself, in Russian. */
export interface RelayTargets {
  red: boolean
  green: boolean
  barrier: boolean
  why: string
}

/**
 * Green invites and releases, red holds: an empty scale is green, an unweighed load red, a weighed one green with the barrier
 * open. Without a link, or with a silent scale, the post is closed. The barrier never comes down on a vehicle: while there is
 * one on the scale or the loop, or that is unknown, it stays as it is.
 */
export function relayTargets(facts: RelayFacts): RelayTargets {
  const { linkUp, standing, barrierOpen } = facts
  const weighed = standing !== undefined && standing.present && standing.captured
  const free = standing !== undefined && (!standing.present || standing.captured)
  const green = linkUp && (facts.lamp ? facts.lamp === 'green' : free)
  const wanted = linkUp && (facts.barrier ?? weighed)
  const barrier = wanted || (barrierOpen && isOccupied(facts))
  return { red: !green, green, barrier, why: reasonOf(facts, weighed) }
}

/** Whether there may be a vehicle under the barrier. */
export function isOccupied({ standing, loop }: Pick<RelayFacts, 'standing' | 'loop'>): boolean {
  return standing === undefined || standing.present || loop === true
}

function reasonOf({ linkUp, standing, lamp, barrier }: RelayFacts, weighed: boolean): string {
  if (!linkUp) return 'Нет связи с сервером'
  if (lamp !== undefined || barrier !== undefined) return 'Команда человека'
  if (!standing) return 'Весы не отвечают'
  if (weighed) return 'Взвешено'
  return standing.present ? 'Машина на весах' : 'Весы свободны'
}
