import { buffer } from 'node:stream/consumers'
import type { CallInput } from '#contract/core/call.ts'
import type { files } from '#contract/file/file.ts'
import { refuse } from '#http/refusal.ts'
import type { RawAnswer } from '#http/serve.ts'
import { openWhole } from '../../../damage/open-whole.ts'
import type { Db } from '../../../db/handle.ts'
import { openForReader } from '../get-file.ts'
import { drawFilePage } from '../pdf/draw-file-page.ts'
import { MAX_FILE_BYTES } from './picture.ts'

/** files/getPage: a page to look at, of what people attach; files that the program makes are larger and are saved. */
export async function getPage(
  db: Db,
  { query }: CallInput<typeof files.getPage>,
): Promise<RawAnswer> {
  const { owner, file } = await openForReader(db, query.id)
  const isPicture = file.mime.startsWith('image/')
  if (!isPicture && file.mime !== 'application/pdf')
    refuse('file.bad-type', { message: 'Страницы есть у картинок и PDF. Скачайте файл' })
  if (isPicture && query.page > 1) refuse('file.no-page')
  const { size, body } = await openWhole(owner, file)
  if (size > MAX_FILE_BYTES) {
    body.destroy()
    refuse('file.too-large', { message: 'Страницы больших файлов не показываются. Скачайте файл' })
  }
  if (isPicture) return answerOf(file.mime, 1, body)
  const { pages, jpeg } = await drawFilePage({ bytes: await buffer(body), page: query.page })
  return answerOf('image/jpeg', pages, jpeg)
}

function answerOf(mime: string, pages: number, body: RawAnswer['body']): RawAnswer {
  return {
    type: `${mime}; pages=${pages}`,
    body,
    headers: {
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  }
}
