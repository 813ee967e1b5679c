import { act } from '#contract/act/act.ts'
import { serve, serveExact } from '#http/serve.ts'
import { getActBody } from './read/get-act-body.ts'
import { getOwnershipBody, getOwnershipPdf } from './ownership/print-ownership.ts'
import { getActPdf } from './read/get-act-pdf.ts'
import { getAct } from './read/get-act.ts'
import { listActs } from './read/list-acts.ts'
import { updateAct } from './issue/update-act.ts'
import { sortScan } from './issue/sort-scan.ts'
import { uploadScans } from './issue/upload-scans.ts'

export const actRoutes = [
  serveExact(act.getAll, listActs),
  serve(act.get, getAct),
  serve(act.update, updateAct),
  serve(act.uploadScans, uploadScans),
  serve(act.sortScan, sortScan),
  serve(act.getBody, getActBody),
  serve(act.getPdf, getActPdf),
  serve(act.getOwnershipBody, getOwnershipBody),
  serve(act.getOwnershipPdf, getOwnershipPdf),
]
