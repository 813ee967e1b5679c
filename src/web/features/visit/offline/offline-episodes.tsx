import { Button } from '@mantine/core'
import { weight } from '#contract/device/device.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import {
  episodeQuery,
  NO_OFFLINE,
  NO_UNRECORDED,
  type LoadsFilter,
} from '../platform/episodes-query.ts'
import styles from '../platform/loads.module.css'

const EpisodeList = lazyPart(async () => (await import('../platform/episode-list.tsx')).EpisodeList)
const ASK_MS = 60_000

/** Loads that were on the scale while they could not be recorded; renders nothing when there are none. */
export function OfflineEpisodes({ post }: { post: number }) {
  const { data } = useCall(weight.getEpisodes, episodeQuery({ post, offline: true }), {
    every: ASK_MS,
    quiet: true,
  })
  const unrecorded = useCall(weight.getEpisodes, episodeQuery({ post, unrecorded: true }), {
    every: ASK_MS,
    quiet: true,
  })
  const offline = data?.items ?? []
  // One that left a moment ago may be on its way from this very browser.
  const rest = (unrecorded.data?.items ?? []).filter((one) => one.without_weighing)
  const open = (title: string, filter: LoadsFilter, empty: string) =>
    void openDialog({ title, width: 960 }, () => (
      <EpisodeList filter={{ post, ...filter }} empty={empty} />
    ))
  if (offline.length + rest.length === 0) return null
  return (
    <div className={styles['offline']}>
      {offline.length > 0 && (
        <Button
          variant="default"
          fullWidth
          onClick={() => open('Взвешивания без связи', { offline: true }, NO_OFFLINE)}
        >
          Без связи: {offline.length}
        </Button>
      )}
      {rest.length > 0 && (
        <Button
          variant="default"
          fullWidth
          onClick={() => open('Груз на весах без записи', { unrecorded: true }, NO_UNRECORDED)}
        >
          Без взвешивания: {rest.length}
        </Button>
      )}
    </div>
  )
}
