import { useNavigate, useParams } from 'react-router'
import { paths, to } from '#contract/screen-paths.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Viewer } from '#web/features/file/viewer.tsx'
import styles from './image.module.css'

/** One stored file by its id; a user without access to its record gets «Нет доступа». */
export function Component() {
  const { fid = '' } = useParams()
  const navigate = useNavigate()
  return (
    <div className={styles['place']}>
      <Page title="Изображение" shape="fill">
        <div className={styles['viewer']}>
          <Viewer
            file={fid}
            alt={`Файл ${fid.slice(-8)}`}
            show={(next) => void navigate(to(paths.image, { fid: next }))}
          />
        </div>
      </Page>
    </div>
  )
}
