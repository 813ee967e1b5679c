import QRCode from 'qrcode'
import { files } from '#contract/file/file.ts'
import { utils } from '#contract/qr-code.ts'
import type { CallInput } from '#contract/core/call.ts'
import { serve, type RawAnswer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { countInWindow } from '../../auth/limits/window-count.ts'
import type { Db } from '../../db/handle.ts'
import { getFile, getFileInfo, getThumbnail } from './get-file.ts'
import { getPage } from './pictures/get-page.ts'
import { listFiles } from './list-files.ts'
import { saveFile } from './save-file.ts'

// security.md 2.1: the call is open to all, so it draws nothing that could carry a secret or lead to a foreign place.
const MAX_BYTES = 512
const DOCUMENT_CODE = /^[A-Za-z0-9-]{1,64}$/
const OWN_PAGE = /^\/(operator|print|image)\/[a-z0-9_-]+(\/[a-z0-9_-]+){0,3}$/

// 30 a minute an address: a printed page asks for one, and the browser keeps it for a day.
const ADDRESS_WINDOW = { name: Symbol('QR codes by address'), max: 30, windowMs: 60_000 }

/** utils/get_qrcode_img: links to our own documents and bare document codes; refuses `qr.bad-text`, `common.too-many`. */
async function drawQrCode(db: Db, input: CallInput<typeof utils.getQrCode>): Promise<RawAnswer> {
  const { text } = input.query
  countInWindow(db.services, ADDRESS_WINDOW, db.caller.ip ?? '')
  const { publicUrl } = db.services.config
  // A stored form names its record alone, since it outlives the address of the server.
  const content = text.startsWith('/') ? `${publicUrl}${text}` : text
  if (!isDrawable(content, publicUrl)) refuse('qr.bad-text')
  const body = await QRCode.toBuffer(content, { errorCorrectionLevel: 'M', margin: 4, scale: 8 })
  return {
    type: 'image/png',
    body,
    headers: { 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' },
  }
}

/** A document code, or an address of this server that opens one of its documents, directly or through `?path=`. */
function isDrawable(text: string, publicUrl: string): boolean {
  if (Buffer.byteLength(text) > MAX_BYTES) return false
  if (DOCUMENT_CODE.test(text)) return true
  if (!text.startsWith(`${publicUrl}/`)) return false
  const rest = text.slice(publicUrl.length)
  return OWN_PAGE.test(rest.startsWith('/?path=') ? rest.slice('/?path='.length) : rest)
}

export const fileRoutes = [
  serve(files.save, saveFile),
  serve(files.getAll, listFiles),
  serve(files.get, getFile),
  serve(files.getInfo, getFileInfo),
  serve(files.getThumbnail, getThumbnail),
  serve(files.getPage, getPage),
  serve(utils.getQrCode, drawQrCode),
]
