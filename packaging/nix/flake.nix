# A draft: `nix run ./packaging/nix -- eval '{2|1} + *'`.
{
  description = "A workbench for combinatorial games";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
      root = ../..;
      workspace = (nixpkgs.lib.importTOML (root + "/Cargo.toml")).workspace;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "ishitori";
          inherit (workspace.package) version;
          src = root;
          cargoLock.lockFile = root + "/Cargo.lock";
          buildAndTestSubdir = "crates/ishitori";
          # The tests of the whole take an hour; the program is tried below.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/ishitori man --out man
            installManPage man/*.1
            for shell in bash zsh fish; do
              $out/bin/ishitori completions $shell > ishitori.$shell
            done
            installShellCompletion ishitori.bash ishitori.zsh ishitori.fish
          '';
          doInstallCheck = true;
          installCheckPhase = ''
            $out/bin/ishitori period 0.77 --certificate kayles.json
            $out/bin/ishitori check kayles.json
          '';
          meta = {
            inherit (workspace.package) description;
            homepage = workspace.package.repository;
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "ishitori";
          };
        };
      });
    };
}
