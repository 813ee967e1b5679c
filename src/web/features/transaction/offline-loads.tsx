import { Button } from '@mantine/core'
import { weight } from '#contract/device.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/ask.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { loadsOfFilter } from './loads-query.ts'
import styles from './loads.module.css'

const Loads = lazyPart(async () => (await import('./load-list.tsx')).Loads)
const ASK_MS = 60_000

/** Loads that stood on the scale while nobody could write them down; nothing where there are none. */
export function OfflineLoads({ post }: { post: number }) {
  const { data } = useCall(weight.getEpisodes, loadsOfFilter({ post, offline: true }), {
    every: ASK_MS,
    quiet: true,
  })
  const missed = useCall(weight.getEpisodes, loadsOfFilter({ post, without_weighing: true }), {
    every: ASK_MS,
    quiet: true,
  })
  const offline = data?.items ?? []
  const rest = (missed.data?.items ?? []).filter(({ id }) => !offline.some((one) => one.id === id))
  const open = (title: string, filter: object) =>
    void openDialog({ title, width: 960 }, () => <Loads filter={{ post, ...filter }} />)
  if (offline.length + rest.length === 0) return null
  return (
    <div className={styles['offline']}>
      {offline.length > 0 && (
        <Button
          variant="default"
          fullWidth
          onClick={() => open('Взвешивания без связи', { offline: true })}
        >
          Без связи: {offline.length}
        </Button>
      )}
      {rest.length > 0 && (
        <Button
          variant="default"
          fullWidth
          onClick={() => open('Нагрузка на весах без взвешивания', { without_weighing: true })}
        >
          Без взвешивания: {rest.length}
        </Button>
      )}
    </div>
  )
}
