import { install, run } from './bootstrap.mjs'

install()
run('src/server/verify-audit.ts')
