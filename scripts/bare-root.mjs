import { install, run } from './bootstrap.mjs'

install()
run('scripts/bare-root/main.ts')
