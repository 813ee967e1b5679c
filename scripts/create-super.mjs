import { install, run } from './bootstrap.mjs'

install()
run('src/server/create-super.ts')
