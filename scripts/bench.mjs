import { install, run } from './bootstrap.mjs'

install()
run('bench/run.ts')
