import { instrument } from '#contract/act/instrument.ts'
import { instrumentChange } from '#contract/act/instrument-change.ts'
import { serve } from '#http/serve.ts'
import { recordAlarm } from './alarms.ts'
import { createInstrument, listInstruments, updateInstrument } from './save-instrument.ts'

export const instrumentRoutes = [
  serve(instrument.getAll, listInstruments),
  serve(instrumentChange.create, createInstrument),
  serve(instrumentChange.update, updateInstrument),
  serve(instrumentChange.recordAlarm, recordAlarm),
]
