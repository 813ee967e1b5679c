import { registerHooks } from 'node:module'
import type { Mutant } from './list-mutants.ts'

/** The source that this process reads otherwise than it is stored. */
const { url, start, end, text } = JSON.parse(process.env['MUTANT']!) as Mutant & { url: string }

registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context)
    if (asked !== url) return loaded
    const code = String(loaded.source)
    return { ...loaded, source: code.slice(0, start) + text + code.slice(end) }
  },
})
