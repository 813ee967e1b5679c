import { Panel } from '#web/ui/layout/tile.tsx'
import { EpisodeList } from './episode-list.tsx'

/** Loads of the scales that belong to no visit. */
export function LoadLists() {
  return (
    <>
      <Panel title="Без связи: ждут заезда">
        <EpisodeList filter={{ offline: true }} />
      </Panel>
      <Panel title="Нагрузка на весах без взвешивания">
        <EpisodeList filter={{ without_weighing: true }} />
      </Panel>
    </>
  )
}
