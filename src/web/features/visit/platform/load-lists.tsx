import { useEffect } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Panel } from '#web/ui/layout/tile.tsx'
import { EpisodeList } from './episode-list.tsx'
import { NO_OFFLINE, NO_UNRECORDED } from './episodes-query.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An exception leads here with the load that it is about: it is shown once, of whatever post. */
function useNamedLoad(): void {
  const [address, setAddress] = useSearchParams()
  const load = address.get('load')
  useEffect(() => {
    if (!load) return undefined
    setAddress(
      (before) => {
        before.delete('load')
        return before
      },
      { replace: true },
    )
    if (!UUID.test(load)) return undefined
    void openDialog({ title: 'Груз на весах без записи', width: 960 }, () => (
      <EpisodeList filter={{ record_ids: [load] }} empty="Такого груза здесь нет." />
    ))
  }, [load, setAddress])
}

/** Loads of the scales that belong to no visit. */
export function LoadLists() {
  useNamedLoad()
  return (
    <>
      <Panel title="Без связи: ждут заезда">
        <EpisodeList filter={{ offline: true }} empty={NO_OFFLINE} />
      </Panel>
      <Panel title="Без записи: ждут объяснения">
        <EpisodeList filter={{ unrecorded: true }} empty={NO_UNRECORDED} />
      </Panel>
    </>
  )
}
