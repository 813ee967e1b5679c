import { install, run } from './bootstrap.mjs'

install()
run('src/agent/main.ts')
