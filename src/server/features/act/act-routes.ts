import { act } from '#contract/act.ts'
import { serve, serveExact } from '#http/serve.ts'
import { getActBody } from './get-act-body.ts'
import { getAct } from './get-act.ts'
import { listActs } from './list-acts.ts'
import { updateAct } from './update-act.ts'
import { uploadScans } from './upload-scans.ts'

export const actRoutes = [
  serveExact(act.getAll, listActs),
  serve(act.get, getAct),
  serve(act.update, updateAct),
  serve(act.uploadScans, uploadScans),
  serve(act.getBody, getActBody),
]
