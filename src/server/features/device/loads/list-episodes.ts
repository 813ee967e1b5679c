import type { CallInput } from '#contract/core/call.ts'
import type { weight } from '#contract/device/device.ts'
import type { Episode } from '#contract/visit/episode.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { readList } from '../../../list/lists.ts'
import { photosById } from '../../file/photo-queries.ts'
import { filteredEpisodes, selectEpisode } from './episode-queries.ts'

type Call = typeof weight.getEpisodes

/** weight/getEpisodes: loads as the agents saw them, newest first; ids are ULIDs, so pages continue by offset. */
export async function listEpisodes(db: Db, { query }: CallInput<Call>): Promise<Answer<Call>> {
  const filter = query.filter ?? {}
  const list = await readList(db, {
    filter,
    sort: { started_at: 'e.started_at' },
    first: ['started_at', 'desc'],
    id: 'e.id',
    from: filteredEpisodes(db, filter),
    select: selectEpisode,
    item: (row) => row,
  })
  const photos = await photosById(
    db,
    list.items.flatMap((row) => row.photos),
  )
  return {
    ...list,
    items: list.items.map((row) => ({
      ...row,
      photos: row.photos.flatMap((id) => photos.get(id) ?? []),
    })) as Episode[],
  }
}
