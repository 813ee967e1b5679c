import { ownCompany } from '#contract/company/own-company.ts'
import type { CallResult } from '#contract/core/call.ts'
import { START_NOTICES, userPreferences, type Preference } from '#contract/user/user-preferences.ts'
import { queryClient } from '../api/query-client.ts'
import { callKey, callOnce } from '../api/use-call.ts'

export const FIRST_NOTICES = { query: { filter: { limit: START_NOTICES } } }

/** Asks for what each screen starts with and stores its parts as the answers of their own calls, which need not be sent then. */
export async function readStart(): Promise<CallResult<typeof ownCompany.getStart>> {
  const start = await callOnce(ownCompany.getStart, {}, 0, true)
  const { company, preferences, notices } = start
  if (company) queryClient.setQueryData(callKey(ownCompany.getOwn, {}), company)
  queryClient.setQueryData(callKey(userPreferences.getPreferences, {}), preferences)
  queryClient.setQueryData(callKey(userPreferences.getNotices, FIRST_NOTICES), notices)
  return start
}

/** The setting of the account that says the tour was shown. */
export const TOUR_SETTING = 'tour'

export const isTour = ({ key, scope }: Preference) => key === TOUR_SETTING && scope === 'user'

/** Whether the settings of the start tell that the tour was shown: who has seen it does not load it. */
export function isTourSeenAtStart(): boolean {
  const key = callKey(userPreferences.getPreferences, {})
  return queryClient.getQueryData<Preference[]>(key)?.some(isTour) ?? false
}
