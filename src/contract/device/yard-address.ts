import * as z from 'zod/mini'
import { text } from '../core/shapes.ts'

const HOST = /^([\w-]+(\.[\w-]+)*\.?|\[?[\da-f]*:[\da-f:.]+\]?|)$/i

/** Where a device of the yard is reached; whether it stands in the yard's network is judged where it is saved and dialled. */
export const yardHost = (most = 253) =>
  text(most).check(z.regex(HOST, 'Адрес вида 192.168.1.20 или имя латиницей'))
