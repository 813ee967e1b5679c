import { installation } from '#contract/installation/installation.ts'
import { serve } from '#http/serve.ts'
import { getState, release } from './release-payouts.ts'

export const installationRoutes = [
  serve(installation.getState, getState),
  serve(installation.release, release),
]
