import { existsSync } from 'node:fs'

/** Where Debian's package has the program that watches a server by its metrics, and the one that checks alert rules. */
export const PROMETHEUS = '/usr/bin/prometheus'
export const PROMTOOL = '/usr/bin/promtool'

export const isPrometheusThere = () => [PROMETHEUS, PROMTOOL].every((place) => existsSync(place))
