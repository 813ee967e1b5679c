import * as z from 'zod/mini'
import { text } from '../core/shapes.ts'

const HOST = /^([\w-]+(\.[\w-]+)*\.?|\[?[\da-f]*:[\da-f:.]+\]?|)$/i

/** The address of a site device; whether it is in the site's network is checked where it is saved and dialled. */
export const yardHost = (most = 253) =>
  text(most).check(z.regex(HOST, 'Адрес вида 192.168.1.20 или имя латиницей'))
