import { install, run } from './bootstrap.mjs'

install()
run('src/server/migrate-database.ts')
