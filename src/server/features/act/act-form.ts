import type * as z from 'zod/mini'
import type { ActWithPositions } from '#contract/act/act-entities.ts'

export type ActForm = z.output<typeof ActWithPositions>

export type MissingItem = ActForm['missing'][number]
