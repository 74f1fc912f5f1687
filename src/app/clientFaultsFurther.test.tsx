import { describeFaults } from '../test/describeFaults.ts'

describeFaults(6, 12)
