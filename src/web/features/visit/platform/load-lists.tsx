import { Panel } from '#web/ui/layout/tile.tsx'
import { EpisodeList } from './episode-list.tsx'

/** Loads of the scales that belong to no visit. */
export function LoadLists() {
  return (
    <>
      <Panel title="Без связи: ждут заезда">
        <EpisodeList filter={{ offline: true }} />
      </Panel>
      <Panel title="Груз на весах без записи">
        <EpisodeList filter={{ without_weighing: true }} />
      </Panel>
    </>
  )
}
