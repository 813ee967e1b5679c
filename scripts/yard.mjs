import { install, run } from './bootstrap.mjs'

install()
run('src/simulators/yard/main.ts')
