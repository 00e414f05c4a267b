# A draft of the formula. The sum is that of `ishitori-0.1.0-source.tar.gz` in SHA256SUMS of the release.
class Ishitori < Formula
  desc "Workbench for combinatorial games: values, periods with proofs, play"
  homepage "https://github.com/ishitori/ishitori"
  version "0.1.0"
  url "https://github.com/ishitori/ishitori/releases/download/v#{version}/ishitori-#{version}-source.tar.gz"
  sha256 "REPLACE_WITH_THE_SUM_OF_THE_RELEASE"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/ishitori")
    generate_completions_from_executable(bin/"ishitori", "completions", shells: [:bash, :zsh, :fish])
    system bin/"ishitori", "man", "--out", buildpath/"man"
    man1.install Dir["man/*.1"]
  end

  test do
    assert_match "{2*|1*}", shell_output("#{bin}/ishitori eval '{2|1} + *'")
    system bin/"ishitori", "period", "0.77", "--certificate", "kayles.json"
    assert_match "valid", shell_output("#{bin}/ishitori check kayles.json")
  end
end
