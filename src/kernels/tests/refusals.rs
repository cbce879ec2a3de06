//! Areas that are too small are refused with the exact need.

use super::built::{Built, parameters};
use crate::kernels::ALL;
use crate::kernels::error::KernelError;
use crate::kernels::preset::Preset;
use crate::kernels::workspace::{Prepared, Workspace};

#[test]
fn every_kernel_fits_its_own_size_and_no_smaller() {
    for kernel in ALL {
        let parameters = parameters(kernel, Preset::Quick, &[]);
        let built = Built::new(kernel, &parameters);
        let (code, data) = (built.code.len(), built.data.len());
        let prepare = |code_words, data_words| -> Result<Prepared, KernelError> {
            let (mut code, mut data) = (vec![0; code_words], vec![0; data_words]);
            let mut workspace = Workspace::new(&mut code, built.code_address, &mut data, built.data_address);
            (kernel.prepare)(&parameters, &mut workspace)
        };
        assert_eq!(prepare(code, data), Ok(built.prepared), "{}", kernel.id);
        let short = KernelError::CodeTooLarge { needed: code, available: code - 1 };
        assert_eq!(prepare(code - 1, data), Err(short), "{}", kernel.id);
        if data > 0 {
            let short = KernelError::DataTooLarge { needed: data, available: data - 1 };
            assert_eq!(prepare(code, data - 1), Err(short), "{}", kernel.id);
        }
    }
}

#[test]
fn refusals_name_need_and_size() {
    let error = KernelError::CodeTooLarge { needed: 20, available: 10 };
    assert_eq!(error.to_string(), "the code needs 20 words, the area has 10; choose smaller parameters");
    let error = KernelError::DataTooLarge { needed: 7, available: 0 };
    assert_eq!(error.to_string(), "the data needs 7 words, the area has 0; choose smaller parameters");
}
