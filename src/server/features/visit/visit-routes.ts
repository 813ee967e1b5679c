import { device } from '#contract/device/device.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { serve } from '#http/serve.ts'
import { onOneConnection } from '../../db/handle.ts'
import {
  findOpenByPlate,
  findVisits,
  listFree,
  listOnSite,
  listVisits,
} from './read/list-visits.ts'
import { exportProof } from './read/export-proof.ts'
import { proveVisit } from './read/prove-visit.ts'
import { printTicket } from './read/print-ticket.ts'
import { updateVisit } from './change/update-visit.ts'

export const visitRoutes = [
  serve(visitCalls.update, updateVisit),
  serve(visitCalls.getAll, onOneConnection(listVisits)),
  serve(visitCalls.getIn, onOneConnection(listOnSite)),
  serve(visitCalls.getFree, onOneConnection(listFree)),
  serve(visitCalls.getProof, proveVisit),
  serve(visitCalls.getProofFile, exportProof),
  serve(visitCalls.findInByCarnumber, onOneConnection(findOpenByPlate)),
  serve(visitCalls.find, onOneConnection(findVisits)),
  serve(device.printTicket, printTicket),
]
