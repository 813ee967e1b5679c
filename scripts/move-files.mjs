import { install, run } from './bootstrap.mjs'

install()
run('src/server/features/file/storage/move/move-program.ts')
