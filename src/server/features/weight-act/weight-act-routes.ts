import { weightacts } from '#contract/weight-act/weight-act.ts'
import { serve } from '#http/serve.ts'
import { getWeightAct, getWeightActPdf } from './read/get-weight-act.ts'
import { listWeightActs } from './read/list-weight-acts.ts'
import { updateWeightAct } from './update-weight-act.ts'

export const weightActRoutes = [
  serve(weightacts.getAll, listWeightActs),
  serve(weightacts.get, getWeightAct),
  serve(weightacts.getPdf, getWeightActPdf),
  serve(weightacts.update, updateWeightAct),
]
