import { install, run } from './bootstrap.mjs'

install()
run('src/simulators/bank/main.ts')
