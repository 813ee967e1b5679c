import { install, run } from './bootstrap.mjs'

install()
run('src/server/backup/main.ts')
