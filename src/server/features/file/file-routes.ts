import { files } from '#contract/file/file.ts'
import { utils } from '#contract/qr-code.ts'
import { serve } from '#http/serve.ts'
import { drawQrCode } from './draw-qr-code.ts'
import { getFile, getFileInfo, getThumbnail } from './get-file.ts'
import { getPage } from './pictures/get-page.ts'
import { listFiles } from './list-files.ts'
import { saveFile } from './save-file.ts'

export const fileRoutes = [
  serve(files.save, saveFile),
  serve(files.getAll, listFiles),
  serve(files.get, getFile),
  serve(files.getInfo, getFileInfo),
  serve(files.getThumbnail, getThumbnail),
  serve(files.getPage, getPage),
  serve(utils.getQrCode, drawQrCode),
]
