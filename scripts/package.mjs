import { install, run } from './bootstrap.mjs'

install()
run('scripts/package/main.ts')
