import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

/** Sections of the ready catalogue, in the order in which a yard knows them. */
export const readySections = [
  { code: 'ferrous', title: 'Лом чёрных металлов', count: 14 },
  { code: 'nonferrous', title: 'Лом цветных металлов', count: 20 },
  { code: 'paper', title: 'Макулатура', count: 6 },
  { code: 'plastic', title: 'Пластик', count: 8 },
  { code: 'glass', title: 'Стекло', count: 3 },
  { code: 'batteries', title: 'Аккумуляторы', count: 4 },
] as const

const readyCodes = readySections.map(({ code }) => code)
export type ReadySection = (typeof readySections)[number]['code']

export const readyCatalogue = {
  addReady: call({
    method: 'POST',
    path: '/api/v1/product/addReadyCatalogue',
    access: 'operator',
    module: 'product',
    action: 'product.edit',
    summary: 'Adds sections of the ready catalogue; what the company already has stays as it is',
    body: z.strictObject({ sections: s.list(z.enum(readyCodes), readyCodes.length, 1) }),
    result: z.strictObject({ added: s.count, present: s.count }),
  }),
} as const
