import type { SendInput } from '#contract/core/call.ts'
import type { weight } from '#contract/device/device.ts'

export type LoadsFilter = Partial<SendInput<typeof weight.getEpisodes>['query']['filter']>

const MOST = 50

/** The newest loads of the scales that fit; if more of them are unrecorded, that is a matter for the manager. */
export const episodeQuery = (filter: LoadsFilter): SendInput<typeof weight.getEpisodes> => ({
  query: { filter: { limit: MOST, sort: [['started_at', 'desc']], ...filter } },
})

/** What each list says while nothing fits it. */
export const NO_OFFLINE = 'Все грузы, взвешенные без связи за последние 7 дней, взяты в заезды.'
export const NO_UNRECORDED = 'Все грузы, которые уже съехали с весов, записаны или объяснены.'
